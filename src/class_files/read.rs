//! From the bytes of a class file to its header. The format is read by `noak`, which decodes piece by piece; what the
//! pieces mean is put together here.

use noak::MStr;
use noak::error::DecodeError;
use noak::reader::attributes::{
    ConstantValue as ConstantAttribute, EnclosingMethod, Exceptions, InnerClasses, PermittedSubclasses,
    Record, RuntimeVisibleAnnotations, Signature,
};
use noak::reader::cpool::{ConstantPool, Index, Item, Utf8};
use noak::reader::{Attribute, AttributeContent, Class, Field, Method, cpool};

use crate::class_files::header::{
    Access, ClassFile, ClassKind, ConstantValue, Enclosing, FieldHeader, MethodHeader, Name, NestedClass,
    RecordComponent,
};
use crate::class_files::signature;
use crate::jvm::value::JavaString;

pub(super) type Read<T> = Result<T, String>;

pub(super) fn decoding(error: DecodeError) -> String {
    error.to_string()
}

/// The header of a class.
pub(super) fn class_file(bytes: &[u8]) -> Read<ClassFile> {
    let class = Class::new(bytes).map_err(decoding)?;
    let pool = class.pool();
    let flags = Access(class.access_flags().bits());
    if flags.has(Access::MODULE) {
        return Err("it is a module's description".to_owned());
    }
    let mut found = ClassFile {
        name: class_name(pool, class.this_class())?,
        kind: ClassKind::Class,
        access: flags,
        superclass: class.super_class().map(|index| class_name(pool, index)).transpose()?,
        interfaces: Vec::new(),
        signature: None,
        fields: Vec::new(),
        methods: Vec::new(),
        nested: Vec::new(),
        components: Vec::new(),
        permitted: None,
        is_functional: false,
        enclosing: None,
        is_annotated: false,
    };
    for interface in class.interfaces() {
        found.interfaces.push(class_name(pool, interface.map_err(decoding)?)?);
    }
    for field in class.fields() {
        found.fields.push(field_header(pool, &field.map_err(decoding)?)?);
    }
    for method in class.methods() {
        found.methods.push(method_header(pool, &method.map_err(decoding)?)?);
    }
    let mut is_record = false;
    for attribute in class.attributes() {
        match content(pool, &attribute.map_err(decoding)?)? {
            Some(AttributeContent::Signature(text)) => {
                let text = signature_text(pool, &text)?;
                found.signature = Some(read_signature(&text, signature::class)?);
            }
            Some(AttributeContent::InnerClasses(table)) => found.nested = nested_classes(pool, &table)?,
            Some(AttributeContent::Record(record)) => {
                is_record = true;
                found.components = components(pool, &record)?;
            }
            Some(AttributeContent::PermittedSubclasses(table)) => {
                found.permitted = Some(permitted(pool, &table)?);
            }
            Some(AttributeContent::RuntimeVisibleAnnotations(table)) => {
                found.is_annotated = true;
                found.is_functional = has_annotation(pool, &table, "Ljava/lang/FunctionalInterface;")?;
            }
            Some(AttributeContent::EnclosingMethod(place)) => {
                found.enclosing = Some(enclosing(pool, &place)?);
            }
            _ => {}
        }
    }
    let own = found.nested.iter().find(|row| row.class == found.name).map(|row| row.access);
    found.access = own.unwrap_or(found.access);
    found.kind = kind(flags, found.superclass.as_deref(), is_record);
    Ok(found)
}

/// The packages that a module exports to all others.
pub(super) fn exported_packages(bytes: &[u8]) -> Read<Vec<Name>> {
    let class = Class::new(bytes).map_err(decoding)?;
    let pool = class.pool();
    for attribute in class.attributes() {
        let attribute = attribute.map_err(decoding)?;
        if pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() == b"Module" {
            let indices = exports(attribute.content()).ok_or("its attribute `Module` is cut off")?;
            let package = |index: u16| {
                let package = Index::<cpool::Package<'_>>::new(index).and_then(|index| pool.get(index));
                string(pool, package.map_err(decoding)?.name).map(Name::from)
            };
            return indices.into_iter().map(package).collect();
        }
    }
    Ok(Vec::new())
}

/// The indices of the packages that the attribute `Module` exports to all (JVMS 4.7.25). `noak` takes it for an error where
/// the version of a module that is required is left open, as it may be.
fn exports(content: &[u8]) -> Option<Vec<u16>> {
    let mut words = content.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    // Name, flags, version.
    words.nth(2)?;
    let requires = usize::from(words.next()?);
    if requires > 0 {
        words.nth(3 * requires - 1)?;
    }
    let mut packages = Vec::new();
    for _ in 0..words.next()? {
        let (package, _flags, targets) = (words.next()?, words.next()?, usize::from(words.next()?));
        match targets {
            0 => packages.push(package),
            _ => _ = words.nth(targets - 1)?,
        }
    }
    Some(packages)
}

fn kind(flags: Access, superclass: Option<&str>, is_record: bool) -> ClassKind {
    if flags.has(Access::ANNOTATION) {
        ClassKind::Annotation
    } else if flags.has(Access::INTERFACE) {
        ClassKind::Interface
    } else if flags.has(Access::ENUM) && superclass == Some("java/lang/Enum") {
        ClassKind::Enum
    } else if is_record && superclass == Some("java/lang/Record") {
        ClassKind::Record
    } else {
        ClassKind::Class
    }
}

/// An attribute that a header is made of; others are not decoded.
fn content<'f>(pool: &ConstantPool<'f>, attribute: &Attribute<'f>) -> Read<Option<AttributeContent<'f>>> {
    const READ: [&str; 8] = [
        "Signature",
        "InnerClasses",
        "Record",
        "PermittedSubclasses",
        "RuntimeVisibleAnnotations",
        "EnclosingMethod",
        "ConstantValue",
        "Exceptions",
    ];
    let name = pool.retrieve(attribute.name()).map_err(decoding)?;
    if !READ.iter().any(|read| read.as_bytes() == name.as_bytes()) {
        return Ok(None);
    }
    attribute.read_content(pool).map(Some).map_err(decoding)
}

fn field_header(pool: &ConstantPool<'_>, field: &Field<'_>) -> Read<FieldHeader> {
    let descriptor = string(pool, field.descriptor())?;
    let mut found = FieldHeader {
        name: string(pool, field.name())?.into(),
        access: Access(field.access_flags().bits()),
        ty: read_signature(&descriptor, signature::field_type)?,
        signature: None,
        constant: None,
        is_annotated: false,
    };
    for attribute in field.attributes() {
        match content(pool, &attribute.map_err(decoding)?)? {
            Some(AttributeContent::Signature(text)) => {
                let text = signature_text(pool, &text)?;
                found.signature = Some(read_signature(&text, signature::field_type)?);
            }
            Some(AttributeContent::ConstantValue(value)) => {
                found.constant = Some(constant(pool, &value)?);
            }
            Some(AttributeContent::RuntimeVisibleAnnotations(_)) => found.is_annotated = true,
            _ => {}
        }
    }
    Ok(found)
}

fn constant(pool: &ConstantPool<'_>, attribute: &ConstantAttribute<'_>) -> Read<ConstantValue> {
    match pool.get(attribute.value()).map_err(decoding)? {
        Item::Integer(item) => Ok(ConstantValue::Int(item.value)),
        Item::Long(item) => Ok(ConstantValue::Long(item.value)),
        Item::Float(item) => Ok(ConstantValue::Float(item.value)),
        Item::Double(item) => Ok(ConstantValue::Double(item.value)),
        Item::String(item) => {
            let text = pool.retrieve(item.string).map_err(decoding)?;
            Ok(ConstantValue::String(JavaString::from(units(text))))
        }
        _ => Err("the value of a constant is none".to_owned()),
    }
}

fn method_header(pool: &ConstantPool<'_>, method: &Method<'_>) -> Read<MethodHeader> {
    let descriptor = string(pool, method.descriptor())?;
    let mut found = MethodHeader {
        name: string(pool, method.name())?.into(),
        access: Access(method.access_flags().bits()),
        erased: read_signature(&descriptor, signature::method)?,
        descriptor: descriptor.into(),
        signature: None,
        exceptions: Vec::new(),
        has_code: false,
        is_annotated: false,
    };
    for attribute in method.attributes() {
        let attribute = attribute.map_err(decoding)?;
        match pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() {
            b"Code" => found.has_code = true,
            b"RuntimeVisibleAnnotations" | b"RuntimeVisibleParameterAnnotations" | b"AnnotationDefault" => {
                found.is_annotated = true;
            }
            _ => {}
        }
        match content(pool, &attribute)? {
            Some(AttributeContent::Signature(text)) => {
                let text = signature_text(pool, &text)?;
                found.signature = Some(read_signature(&text, signature::method)?);
            }
            Some(AttributeContent::Exceptions(table)) => found.exceptions = exceptions(pool, &table)?,
            _ => {}
        }
    }
    Ok(found)
}

fn exceptions(pool: &ConstantPool<'_>, table: &Exceptions<'_>) -> Read<Vec<Name>> {
    table.exceptions().iter().map(|index| class_name(pool, index.map_err(decoding)?)).collect()
}

fn permitted(pool: &ConstantPool<'_>, table: &PermittedSubclasses<'_>) -> Read<Vec<Name>> {
    table.classes().iter().map(|index| class_name(pool, index.map_err(decoding)?)).collect()
}

fn nested_classes(pool: &ConstantPool<'_>, table: &InnerClasses<'_>) -> Read<Vec<NestedClass>> {
    let row = |row: Result<noak::reader::attributes::InnerClass<'_>, DecodeError>| {
        let row = row.map_err(decoding)?;
        Ok(NestedClass {
            class: class_name(pool, row.inner_class())?,
            outer: row.outer_class().map(|index| class_name(pool, index)).transpose()?,
            name: row.inner_name().map(|index| string(pool, index).map(Name::from)).transpose()?,
            access: Access(row.inner_access_flags().bits()),
        })
    };
    table.classes().iter().map(row).collect()
}

fn components(pool: &ConstantPool<'_>, record: &Record<'_>) -> Read<Vec<RecordComponent>> {
    let mut components = Vec::new();
    for component in record.components() {
        let component = component.map_err(decoding)?;
        let descriptor = string(pool, component.descriptor())?;
        let mut found = RecordComponent {
            name: string(pool, component.name())?.into(),
            ty: read_signature(&descriptor, signature::field_type)?,
            signature: None,
            is_annotated: false,
        };
        for attribute in component.attributes() {
            match content(pool, &attribute.map_err(decoding)?)? {
                Some(AttributeContent::Signature(text)) => {
                    let text = signature_text(pool, &text)?;
                    found.signature = Some(read_signature(&text, signature::field_type)?);
                }
                Some(AttributeContent::RuntimeVisibleAnnotations(_)) => found.is_annotated = true,
                _ => {}
            }
        }
        components.push(found);
    }
    Ok(components)
}

fn enclosing(pool: &ConstantPool<'_>, place: &EnclosingMethod<'_>) -> Read<Enclosing> {
    let method = place.method().map(|index| {
        let found = pool.retrieve(index).map_err(decoding)?;
        Ok::<_, String>((text(found.name)?.into(), text(found.descriptor)?.into()))
    });
    Ok(Enclosing { class: class_name(pool, place.class())?, method: method.transpose()? })
}

fn has_annotation(
    pool: &ConstantPool<'_>,
    table: &RuntimeVisibleAnnotations<'_>,
    wanted: &str,
) -> Read<bool> {
    for annotation in table.annotations() {
        let annotation = annotation.map_err(decoding)?;
        if pool.retrieve(annotation.type_()).map_err(decoding)?.as_bytes() == wanted.as_bytes() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn signature_text(pool: &ConstantPool<'_>, attribute: &Signature<'_>) -> Read<String> {
    string(pool, attribute.signature())
}

fn read_signature<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Read<T> {
    read(text).ok_or_else(|| format!("{text:?} is not the type that is to stand there"))
}

pub(super) fn class_name(pool: &ConstantPool<'_>, index: Index<cpool::Class<'_>>) -> Read<Name> {
    let class = pool.get(index).map_err(decoding)?;
    string(pool, class.name).map(Name::from)
}

pub(super) fn string(pool: &ConstantPool<'_>, index: Index<Utf8<'_>>) -> Read<String> {
    text(pool.retrieve(index).map_err(decoding)?)
}

fn text(text: &MStr) -> Read<String> {
    let chars: Result<String, _> = text.chars().collect();
    chars.map_err(|_| format!("the name {:?} has half a character", text.display().to_string()))
}

/// The units of a string, which may be lone surrogates.
pub(super) fn units(text: &MStr) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    let mut buffer = [0; 2];
    for c in text.chars() {
        match c {
            Ok(c) => units.extend_from_slice(c.encode_utf16(&mut buffer)),
            Err(surrogate) => units.push(surrogate as u16),
        }
    }
    units
}
